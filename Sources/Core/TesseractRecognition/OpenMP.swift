import Glibc

/// Makes OpenMP run on the calling thread only. The setting belongs to the thread, so it is made before every use.
///
/// `OMP_THREAD_LIMIT` would do, but libgomp reads it before `main` runs, and Debian's libtesseract overrides
/// `OMP_NUM_THREADS`.
func serializeOpenMP() {
    setMaxActiveLevels?(0)
}

private typealias SetLevels = @convention(c) (Int32) -> Void

/// `omp_set_max_active_levels` of the OpenMP library that libtesseract brought along, if it brought one.
private let setMaxActiveLevels: SetLevels? = dlsym(nil, "omp_set_max_active_levels").map {
    unsafeBitCast($0, to: SetLevels.self)
}
