/** What would be lost if the tab were closed now. */
let ongoing = 0

/** Until the work is done, the browser asks before the tab is closed. Going to other pages of the dashboard is no matter. */
export async function warnWhile<Result>(work: Promise<Result>): Promise<Result> {
  if (ongoing++ === 0) addEventListener('beforeunload', ask)
  try {
    return await work
  } finally {
    if (--ongoing === 0) removeEventListener('beforeunload', ask)
  }
}

/** Whether something would be lost if the page were loaded again. */
export function isBusy(): boolean {
  return ongoing > 0
}

function ask(event: Event): void {
  event.preventDefault()
}
