/// Lines at a width, made once and not for every frame: there may be thousands.
package struct LaidOut: Equatable, Sendable {
  package var width: Int
  package var lines: [DetailLine]
}
