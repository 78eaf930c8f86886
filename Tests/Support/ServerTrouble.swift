/// A program that tests need and cannot have.
package struct ServerTrouble: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
