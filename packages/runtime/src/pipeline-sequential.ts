/**
 * Makes something of each item, one after the other. What is made is stored while the next one is made, and in the same
 * order. Throws what either throws, and not before both are at rest.
 */
export async function pipelineSequential<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
  store: (item: Item, made: Made) => Promise<void>,
): Promise<void> {
  let before = Promise.resolve()
  try {
    for (const item of items) {
      const made = await make(item)
      await before
      before = store(item, made)
      // It is waited for later, and must not count as unhandled until then.
      before.catch(() => {})
    }
  } finally {
    await before
  }
}
