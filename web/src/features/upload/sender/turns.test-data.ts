const TURNS = 20

/** Lets all work proceed that needs only promises, locks and messages between tabs, however slow the machine is. */
export async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve))
}
