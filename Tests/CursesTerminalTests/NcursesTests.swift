import Testing

/// ncurses has one screen per process here: these tests run one after the other.
@Suite("ncurses", .serialized)
enum NcursesTests {}
