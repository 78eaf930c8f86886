import Foundation

/// The scenarios that come with the program: the badge, engagement and link flows of the seeds.
package enum ShippedScenarios {
  /// The folder that they lie in; nil when it is missing beside the program.
  package static var folder: String? { Bundle.module.url(forResource: "Scenarios", withExtension: nil)?.path }
}
