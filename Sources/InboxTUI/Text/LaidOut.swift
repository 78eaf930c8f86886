/// Lines at a width, made once rather than for every frame: there may be thousands.
package struct LaidOut: Equatable, Sendable {
  package var width: Int
  package var lines: [DetailLine]
}
