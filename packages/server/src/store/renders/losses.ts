import { sql } from 'kysely'

/** Progress is written twice a second, so the same place is seen this much sooner or later. */
const SAME_PLACE_PERCENT = 15

/**
 * The values by which an update counts a run whose worker was lost. It speaks against the render only where the render was
 * being drawn with nobody beside it, and got as far as before: one that got further makes headway, and one that was lost
 * where an earlier run had passed was not at its own place (docs/decisions/0021-lost-workers.md).
 */
export function countLoss() {
  return {
    losses: sql<number>`losses + 1`,
    blamed_losses: sql<number>`blamed_losses + case when status = 'RENDERING' and is_drawn_alone
      and abs(progress - lost_at_progress) <= ${sql.lit(SAME_PLACE_PERCENT)} then 1 else 0 end`,
    lost_at_progress: sql<number | null>`case when status = 'RENDERING'
      then greatest(lost_at_progress, progress) else lost_at_progress end`,
  }
}
