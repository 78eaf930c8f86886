import struct Foundation.Data
import struct Foundation.Date
import InboxModel
import InboxVendors

/// What the store holds of a space itself.
struct SpaceRecord: Hashable, Sendable {
  var name: SpaceName
  /// The hash of its token; nil for the main space, which has the sandbox's own tokens.
  var token: String?
  /// The hashes of the vendors' tokens that follow from it, by name.
  var keys: [String: String]
  var made: Date
  var settings: SpaceSettings
  var retention: Retention
}

/// The settings that a tester makes for one space (TS-2).
struct SpaceSettings: Hashable, Sendable {
  var clock = ClockReading.machine
  var faults = FaultSet()
  /// Counts up with every change of the record that they are from.
  var changed: Int64 = 0
}

extension SpaceRecord {
  init?(_ row: SQLRow) throws {
    guard let name = SpaceName(try row["name"]) else { return nil }
    self.init(
      name: name, token: try row["token"],
      keys: try row.decoded("keys") ?? [:],
      made: (try row["made"] as Int64).date, settings: try SpaceSettings(row),
      retention: try Retention(row))
  }
}

extension SpaceSettings {
  init(_ row: SQLRow) throws {
    if let text = try row["clock"] as String? {
      clock = try ClockWire.reading(JSONValue.parse(Data(text.utf8)))
    }
    faults = try row.decoded("faults") ?? FaultSet()
    changed = try row["changed"]
  }

  static func read(_ tables: SpaceTables) throws -> SpaceSettings? {
    try tables.run("SELECT clock, faults, changed FROM space WHERE name = $1").first
      .map(SpaceSettings.init)
  }

  /// Writes what differs from what is stored: a later version may have stored more of the other than this one reads.
  mutating func write(over stored: SpaceSettings, _ tables: SpaceTables) throws {
    let rows = try tables.run(
      """
      UPDATE space SET clock = coalesce($2, clock), faults = coalesce($3, faults), changed = changed + 1
      WHERE name = $1 RETURNING changed
      """, clock == stored.clock ? nil : JSONValue.object(ClockWire.fields(clock)).serialized,
      faults == stored.faults ? nil : try Account.json(faults))
    changed = try rows.first?["changed"] ?? changed
  }
}

extension Account {
  /// Stores a hash of the control token that a process serves the main space with.
  ///
  /// - Returns: Whether it is the one that was stored before, or the first.
  func keep(_ control: ControlToken) async throws -> Bool {
    // Enough to notice another token, and too little for a person who reads the database to confirm a guess.
    let hash = Fingerprint.text("control\n\(control.text)", bytes: 2)
    return try await transaction(.changing) { tables in
      let row = try tables.run("SELECT keys FROM space WHERE name = $1").first
      var keys: [String: String] = try row?.decoded("keys") ?? [:]
      let former = keys.updateValue(hash, forKey: "control")
      if former != hash { try tables.run("UPDATE space SET keys = $2 WHERE name = $1", Self.json(keys)) }
      return former == nil || former == hash
    }
  }

  /// Stores how the clock goes for the next run, where only this run has it, and lets the generation follow it.
  ///
  /// - Parameter former: What the clock said until now.
  func keep(clock: ClockReading, after former: Date) async throws {
    let text = JSONValue.object(ClockWire.fields(clock)).serialized
    try await transaction(.changing) { tables in
      if clock.date < former {
        try tables.moveClock(from: Int64(milliseconds: former), to: Int64(milliseconds: clock.date))
      }
      try tables.run("UPDATE space SET clock = $2 WHERE name = $1", text)
    }
  }

  /// Changes the settings of the space, with its lock, and reports that to every process that serves it.
  func change<Value: Sendable>(
    settings body: @Sendable @escaping (inout SpaceSettings) throws -> Value
  ) async throws -> (Value, SpaceSettings) {
    try await transaction(.changing, signal: .space(space)) { tables in
      guard var settings = try SpaceSettings.read(tables) else {
        throw StoreError.gone
      }
      let before = settings
      let value = try body(&settings)
      if settings != before { try settings.write(over: before, tables) }
      if settings.clock != before.clock {
        try tables.moveClock(
          from: Int64(milliseconds: before.clock.date), to: Int64(milliseconds: settings.clock.date))
      }
      return (value, settings)
    }
  }
}
