/**
 * Times as much processor time as on an idle machine may the same work take in a test: other tests share the processor's cores and
 * caches. Up to 2.9 was measured. What a test is there to find takes ten times as much and more.
 */
export const BUSY = 3
