import InboxCore
import InboxModel

extension FetchedPage {
  /// Adds a message of a server that keeps read marks; of records with one id the last counts, as for everything else.
  ///
  /// - Parameter notes: What is to be said of it, each as the end of a sentence.
  mutating func add(_ message: Message, isRead: Bool, stamp: MessageStamp, notes: [String]) {
    messages.append(message)
    stamps[message.id] = stamp
    self.notes[message.id] = notes.isEmpty ? nil : notes.joined(separator: "; ")
    if isRead { read?.insert(message.id) } else { read?.remove(message.id) }
  }
}
