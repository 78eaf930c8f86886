package import InboxCore
package import InboxModel

package enum CenterEvent: FeatureEvent {
  /// Nil `news` in earlier recordings, which do not say what was new.
  case refreshed(CenterName?, failures: [InboxError], news: [CenterNews]? = nil)
  case goneLoaded(CenterName, [GoneMessage])
  case goneUnread(CenterName, InboxError)
}
