const PAGE_BYTES = 4_096
const PAGES = 65_536

/**
 * Microseconds until a process may use a page of memory for the first time. Some virtual machines take ten times as
 * long as others, and then everything that starts processes or collects garbage is slower.
 */
export function pageFaultMicroseconds(): number {
  const memory = Buffer.allocUnsafeSlow(PAGES * PAGE_BYTES)
  const touch = () => {
    const began = performance.now()
    for (let page = 0; page < PAGES; page++) memory[page * PAGE_BYTES] = 1
    return performance.now() - began
  }
  const [first, again] = [touch(), touch()]
  return ((first - again) * 1_000) / PAGES
}
