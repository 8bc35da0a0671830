/**
 * What became of a ticket: its render `ended` (as COMPLETED or FAILED), was put aside until its files are here (`parked`),
 * went back to the queue after an error or for want of room (`returned`) or because the worker stops (`stopped`), or is no
 * longer this worker's (`lost`: canceled, or taken up by another). `none`: there was nothing to claim.
 */
export type RunEnd = 'none' | 'parked' | 'ended' | 'returned' | 'stopped' | 'lost'
