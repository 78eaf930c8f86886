/// Which of some places stand out of order: the fewest that have to be moved to bring all into order.
struct MovedPlaces {
  private let moved: Set<Int>

  /// - Parameter places: The places that the elements of one list have in another, in the order of the first.
  init(_ places: [Int]) {
    // The longest run that rises stays where it is: patience sorting.
    var tops: [Int] = []
    var before: [Int?] = []
    for (index, place) in places.enumerated() {
      let pile = tops.firstIndex { places[$0] >= place } ?? tops.count
      before.append(pile > 0 ? tops[pile - 1] : nil)
      if pile < tops.count { tops[pile] = index } else { tops.append(index) }
    }
    var moved = Set(places)
    var index = tops.last
    while let kept = index {
      moved.remove(places[kept])
      index = before[kept]
    }
    self.moved = moved
  }

  func contains(_ place: Int) -> Bool { moved.contains(place) }
}
