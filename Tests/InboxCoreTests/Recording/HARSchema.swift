/// HAR 1.2 as a JSON schema, draft 7: our own, after http://www.softwareishard.com/blog/har-12-spec/.
enum HARSchema {
  static let text = #"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "HAR 1.2",
      "type": "object",
      "required": ["log"],
      "properties": {
        "log": {
          "type": "object",
          "required": ["version", "creator", "entries"],
          "properties": {
            "version": {"type": "string", "enum": ["1.2"]},
            "creator": {"$ref": "#/definitions/program"},
            "browser": {"$ref": "#/definitions/program"},
            "pages": {"type": "array", "items": {"$ref": "#/definitions/page"}},
            "entries": {"type": "array", "items": {"$ref": "#/definitions/entry"}},
            "comment": {"type": "string"}
          }
        }
      },
      "definitions": {
        "program": {
          "type": "object",
          "required": ["name", "version"],
          "properties": {
            "name": {"type": "string"}, "version": {"type": "string"}, "comment": {"type": "string"}
          }
        },
        "page": {
          "type": "object",
          "required": ["startedDateTime", "id", "title", "pageTimings"],
          "properties": {
            "startedDateTime": {"type": "string", "format": "date-time"},
            "id": {"type": "string"}, "title": {"type": "string"},
            "pageTimings": {
              "type": "object",
              "properties": {
                "onContentLoad": {"type": "number", "minimum": -1},
                "onLoad": {"type": "number", "minimum": -1}
              }
            },
            "comment": {"type": "string"}
          }
        },
        "entry": {
          "type": "object",
          "required": ["startedDateTime", "time", "request", "response", "cache", "timings"],
          "properties": {
            "pageref": {"type": "string"},
            "startedDateTime": {"type": "string", "format": "date-time"},
            "time": {"type": "number", "minimum": 0},
            "request": {"$ref": "#/definitions/request"},
            "response": {"$ref": "#/definitions/response"},
            "cache": {"$ref": "#/definitions/cache"},
            "timings": {"$ref": "#/definitions/timings"},
            "serverIPAddress": {"type": "string"}, "connection": {"type": "string"},
            "comment": {"type": "string"}
          }
        },
        "request": {
          "type": "object",
          "required": [
            "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"
          ],
          "properties": {
            "method": {"type": "string"}, "url": {"type": "string"}, "httpVersion": {"type": "string"},
            "cookies": {"type": "array", "items": {"$ref": "#/definitions/cookie"}},
            "headers": {"type": "array", "items": {"$ref": "#/definitions/pair"}},
            "queryString": {"type": "array", "items": {"$ref": "#/definitions/pair"}},
            "postData": {
              "type": "object",
              "required": ["mimeType", "text"],
              "properties": {
                "mimeType": {"type": "string"}, "text": {"type": "string"},
                "params": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                      "name": {"type": "string"}, "value": {"type": "string"},
                      "fileName": {"type": "string"},
                      "contentType": {"type": "string"}, "comment": {"type": "string"}
                    }
                  }
                },
                "comment": {"type": "string"}
              }
            },
            "headersSize": {"type": "integer", "minimum": -1}, "bodySize": {"type": "integer", "minimum": -1},
            "comment": {"type": "string"}
          }
        },
        "response": {
          "type": "object",
          "required": [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
            "headersSize", "bodySize"
          ],
          "properties": {
            "status": {"type": "integer", "minimum": 0}, "statusText": {"type": "string"},
            "httpVersion": {"type": "string"},
            "cookies": {"type": "array", "items": {"$ref": "#/definitions/cookie"}},
            "headers": {"type": "array", "items": {"$ref": "#/definitions/pair"}},
            "content": {
              "type": "object",
              "required": ["size", "mimeType"],
              "properties": {
                "size": {"type": "integer", "minimum": 0}, "compression": {"type": "integer"},
                "mimeType": {"type": "string"}, "text": {"type": "string"},
                "encoding": {"type": "string", "enum": ["base64"]}, "comment": {"type": "string"}
              }
            },
            "redirectURL": {"type": "string"},
            "headersSize": {"type": "integer", "minimum": -1}, "bodySize": {"type": "integer", "minimum": -1},
            "comment": {"type": "string"}
          }
        },
        "cookie": {
          "type": "object",
          "required": ["name", "value"],
          "properties": {
            "name": {"type": "string"}, "value": {"type": "string"}, "path": {"type": "string"},
            "domain": {"type": "string"}, "expires": {"type": "string", "format": "date-time"},
            "httpOnly": {"type": "boolean"}, "secure": {"type": "boolean"}, "comment": {"type": "string"}
          }
        },
        "pair": {
          "type": "object",
          "required": ["name", "value"],
          "properties": {
            "name": {"type": "string"}, "value": {"type": "string"}, "comment": {"type": "string"}
          }
        },
        "cache": {
          "type": "object",
          "properties": {
            "beforeRequest": {"type": "object"}, "afterRequest": {"type": "object"},
            "comment": {"type": "string"}
          }
        },
        "timings": {
          "type": "object",
          "required": ["send", "wait", "receive"],
          "properties": {
            "blocked": {"type": "number", "minimum": -1}, "dns": {"type": "number", "minimum": -1},
            "connect": {"type": "number", "minimum": -1}, "send": {"type": "number", "minimum": 0},
            "wait": {"type": "number", "minimum": 0}, "receive": {"type": "number", "minimum": 0},
            "ssl": {"type": "number", "minimum": -1}, "comment": {"type": "string"}
          }
        }
      }
    }
    """#
}
