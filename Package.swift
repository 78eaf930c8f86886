// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
  import Glibc
#endif

/// The language as every Swift target of ours has it: SE-0335, SE-0409, SE-0444 and SE-0461.
let language: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// Every target but the core: each function a section of its own, which the linker can order (Performance.md).
let settings: [SwiftSetting] =
  language + [
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release))
  ]

/// What no key waits for is made small rather than fast.
let small: SwiftSetting = .unsafeFlags(["-Osize"], .when(platforms: [.linux], configuration: .release))

/// The terminal and the program around it belong to one thread: the main actor (SE-0466).
let mainActor: [SwiftSetting] = settings + [.defaultIsolation(MainActor.self)]

let cSettings: [CSetting] = [
  .define("_GNU_SOURCE"),
  .enableWarning("all"),
  .treatAllWarnings(as: .error),
]

/// How a release is linked; PerformanceNotes.md, “The linker”, has the reason for each flag.
let linking =
  [
    "-use-ld=lld", "-Xlinker", "--no-export-dynamic",
    "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Benchmarks/functions.order",
    "-Xlinker", "--no-warn-symbol-ordering", "-Xlinker", "--icf=all",
  ] + (glibcIsAtLeast([2, 36]) ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])

/// The core and what stands on it alone.
let core: [Target.Dependency] = ["InboxModel", "InboxCore", "InboxVendors", "InboxEvidence", "InboxDomains"]

/// What the fuzzers reach.
let fuzzed: [Target.Dependency] =
  core + [
    "CCurses", "CResolver", "CursesTerminal", "InboxHTML", "InboxPictures", "InboxSandbox",
    "InboxTOML", "InboxTransport", "InboxTUI", "inbox",
  ]

/// What `Benchmarks/run` counts.
let counted: [Target.Dependency] =
  core + [
    "Corpus", "Counters", "CursesTerminal", "InboxHTML", "InboxStore", "InboxTUI",
  ]

/// What `Benchmarks/throughput` measures.
let measured: [Target.Dependency] =
  core + [
    "Corpus", "InboxSandbox", "InboxStore", "InboxTUI", "InboxTransport", "inbox",
    .product(name: "ArgumentParser", package: "swift-argument-parser"),
    .product(name: "GRDB", package: "GRDB.swift"),
  ]

let package = Package(
  name: "inbox",
  products: [
    .library(name: "InboxCore", targets: ["InboxModel", "InboxCore"]),
    .executable(name: "inbox", targets: ["inbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: - Core: Foundation only
    // What all parts speak of: messages, links, times, JSON, pictures and rich text as values.
    .target(name: "InboxModel", swiftSettings: language),
    .target(name: "InboxCore", dependencies: ["InboxModel"], swiftSettings: language),

    // MARK: - The vendors' requests and responses as values, and what is judged and written with them: no I/O
    .target(name: "InboxVendors", dependencies: ["InboxModel", "InboxCore"], swiftSettings: language),
    // Recording, replay, diff, report, lint, capture.
    .target(
      name: "InboxEvidence", dependencies: ["InboxModel", "InboxCore", "InboxVendors"],
      swiftSettings: settings + [small]),
    // Site associations, DNS and TLS facts, the check of a domain.
    .target(
      name: "InboxDomains", dependencies: ["InboxModel", "InboxCore", "InboxVendors"],
      swiftSettings: settings + [small]),

    // MARK: - Parts around them; siblings do not see one another
    // Its library is loaded at run time, so nothing is linked: `headers` leads to those of libxml2.
    .target(name: "CHTML", cSettings: cSettings + [.headerSearchPath("headers")]),
    .target(name: "InboxHTML", dependencies: ["InboxModel", "CHTML"], swiftSettings: settings),
    // Its libraries are loaded at run time, so nothing is linked.
    .target(name: "CPictures", cSettings: cSettings),
    .target(
      name: "InboxPictures", dependencies: ["CPictures", "InboxModel", "InboxCore"], swiftSettings: settings),
    .target(
      name: "InboxStore",
      dependencies: [
        "InboxModel", "InboxCore", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    // Its library is loaded at run time, so nothing is linked.
    .target(name: "CBrotli", cSettings: cSettings),
    .target(
      name: "CResolver", cSettings: cSettings, linkerSettings: [.linkedLibrary("resolv")]),
    .target(
      name: "InboxTransport",
      dependencies: core + [
        "CBrotli", "CResolver",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: settings + [small]),
    .target(
      name: "InboxTOML", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")],
      swiftSettings: settings + [small]),
    // libpq is loaded at run time, where a sandbox is given a PostgreSQL, so nothing is linked.
    .target(name: "CPostgres", cSettings: cSettings),
    .target(
      name: "InboxSandbox",
      dependencies: core + [
        "CPostgres", "InboxTOML",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      resources: [.copy("Campaigns"), .copy("Pictures"), .copy("Scenarios")],
      swiftSettings: settings + [small]),

    // Between an app and its vendor: faults and certificates are the sandbox's.
    .target(
      name: "InboxTap",
      dependencies: core + [
        "InboxSandbox", "InboxTransport",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings + [small]),

    // MARK: - The terminal
    .target(name: "InboxTUI", dependencies: core, swiftSettings: settings),
    .target(
      name: "CCurses", cSettings: cSettings + [.define("NCURSES_WIDECHAR", to: "1")],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "CursesTerminal", dependencies: ["InboxModel", "InboxTUI", "CCurses"],
      swiftSettings: mainActor),

    // Leaves out 34 MB of ICU's data, which nothing here asks for.
    .target(name: "CNoLocales", cSettings: cSettings),

    // MARK: - The program: the only place that knows every part
    .executableTarget(
      name: "inbox",
      dependencies: core + [
        "CNoLocales", "CursesTerminal", "InboxHTML", "InboxPictures", "InboxSandbox", "InboxStore",
        "InboxTOML", "InboxTap",
        "InboxTransport", "InboxTUI",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: [.copy("Themes"), .copy("Tours")], swiftSettings: mainActor + [small],
      linkerSettings: [.unsafeFlags(linking, .when(platforms: [.linux], configuration: .release))]),

    // MARK: - Tests
    .target(
      name: "InboxTestSupport",
      dependencies: core + [
        "CVTerm", "InboxHTML", "InboxPictures", "InboxSandbox", "InboxStore", "InboxTransport",
        "InboxTUI",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      path: "Tests/Support", swiftSettings: settings),
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    .testTarget(
      name: "InboxCoreTests",
      dependencies: core + [
        "Corpus", "InboxPictures", "InboxTestSupport",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InboxHTMLTests", dependencies: ["InboxHTML", "InboxModel"], swiftSettings: settings),
    .testTarget(
      name: "InboxPicturesTests", dependencies: ["InboxPictures", "InboxModel"],
      resources: [.copy("Pictures")], swiftSettings: settings),
    .testTarget(
      name: "InboxStoreTests",
      dependencies: core + [
        "InboxStore", "InboxTestSupport", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InboxTransportTests",
      dependencies: core + [
        "InboxPictures", "InboxTransport", "InboxTestSupport",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InboxSandboxTests",
      dependencies: core + [
        "InboxSandbox", "InboxTransport", "InboxStore", "InboxTOML", "InboxTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InboxTapTests",
      dependencies: core + [
        "InboxTap", "InboxSandbox", "InboxStore", "InboxTransport", "InboxTestSupport",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InboxTUITests",
      dependencies: core + ["inbox", "InboxTUI", "InboxHTML", "InboxTOML", "InboxTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: core + ["CCurses", "CursesTerminal", "InboxPictures", "InboxTUI", "InboxTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: core + [
        "inbox", "Corpus", "InboxSandbox", "InboxStore", "InboxTUI", "InboxTestSupport",
        "InboxTransport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // MARK: - Fuzzers and benchmarks: compiled in every build, programs of their own only below
    .target(
      name: "Counters", path: "Benchmarks/Counters", cSettings: cSettings,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "benchmark", dependencies: counted, path: "Benchmarks/Program", swiftSettings: mainActor),
    .target(
      name: "Corpus", dependencies: ["InboxModel", "InboxCore", "InboxHTML", "InboxStore"],
      path: "Benchmarks/Corpus",
      swiftSettings: settings),
    .testTarget(
      name: "ThroughputTests", dependencies: measured + ["InboxTestSupport"], path: "Benchmarks/Throughput",
      exclude: ["Driver.swift"], swiftSettings: mainActor),
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Fuzzing/Targets", exclude: ["Driver.swift"],
      swiftSettings: mainActor),
  ],
  swiftLanguageModes: [.v6]
)

// MARK: - Programs of their own, by a variable of the environment

switch (Context.environment["INBOX_FUZZING"], Context.environment["INBOX_BENCHMARKS"]) {
case ("1", _): buildFuzzers()
case (_, "1"): buildBenchmark()
case (_, "throughput"): buildThroughput()
default: break
}

/// The fuzzers: the whole program, built with sanitizers (`Fuzzing/run`).
@MainActor func buildFuzzers() {
  // What C does beyond its standard ends the run; Swift traps by itself.
  let checked: [CSetting] = [
    .unsafeFlags(["-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-fno-sanitize=function"])
  ]
  replaceProgram(
    with: .executableTarget(
      name: "fuzz", dependencies: fuzzed, path: "Fuzzing/Targets", exclude: ["ReplayTests.swift"],
      swiftSettings: mainActor))
  for target in package.targets where target.name.hasPrefix("C") && target.swiftSettings == nil {
    target.cSettings = (target.cSettings ?? []) + checked
  }
}

/// Displays, clients and a day, on the whole program (`Benchmarks/throughput`).
@MainActor func buildThroughput() {
  replaceProgram(
    with: .executableTarget(
      name: "throughput", dependencies: measured, path: "Benchmarks/Throughput",
      exclude: ["ThroughputTests.swift"], swiftSettings: mainActor))
}

/// The front, the core and the archive, counted, without what asks the network (`Benchmarks/run`).
@MainActor func buildBenchmark() {
  let parts = [
    "InboxModel", "InboxCore", "InboxVendors", "InboxEvidence", "InboxDomains", "CHTML", "InboxHTML",
    "InboxStore",
    "InboxTUI", "CCurses", "CursesTerminal", "Corpus",
    "Counters",
  ]
  package.products = [.executable(name: "benchmark", targets: ["benchmark"])]
  package.dependencies.removeAll {
    guard case .sourceControl(_, let location, _) = $0.kind else { return true }
    return !location.hasSuffix("/GRDB.swift")
  }
  package.targets.removeAll { !parts.contains($0.name) }
  package.targets.append(
    .executableTarget(
      name: "benchmark", dependencies: counted, path: "Benchmarks/Program", swiftSettings: mainActor))
}

/// Builds another program in the place of `inbox`, which is a library to it, as a program links no other program.
@MainActor func replaceProgram(with program: Target) {
  // Its `main` is none.
  let entry: SwiftSetting = .unsafeFlags([
    "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "inbox_main",
  ])
  package.products = [.executable(name: program.name, targets: [program.name])]
  let others = ["CVTerm", "Counters", "InboxTestSupport", "benchmark"]
  package.targets.removeAll { $0.isTest || others.contains($0.name) }
  package.targets = package.targets.map { target in
    target.name != "inbox"
      ? target
      : .target(
        name: target.name, dependencies: target.dependencies, resources: target.resources,
        swiftSettings: (target.swiftSettings ?? []) + [entry])
  }
  package.targets.append(program)
}

/// Whether the C library of this machine is glibc of a version, or newer; `confstr` says “glibc 2.36”.
func glibcIsAtLeast(_ wanted: [Int]) -> Bool {
  #if canImport(Glibc)
    var name = [CChar](repeating: 0, count: 64)
    guard confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count) > 0 else { return false }
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let version = text.split(separator: " ").last ?? ""
    return !version.split(separator: ".").compactMap { Int($0) }.lexicographicallyPrecedes(wanted)
  #else
    return false
  #endif
}
