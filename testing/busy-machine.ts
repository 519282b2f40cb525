/**
 * Factor by which CPU time may exceed that of an idle machine, because other tests share cores and caches. Measured: up to 2.9.
 * The regressions that these tests detect cost ten times as much or more.
 */
export const BUSY_FACTOR = 3
