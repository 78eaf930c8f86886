package import InboxCore

package enum CenterEvent: FeatureEvent {
  /// Recordings of before do not say what came.
  case refreshed(CenterName?, failures: [InboxError], news: [CenterNews]? = nil)
  case goneLoaded(CenterName, [GoneMessage])
}
