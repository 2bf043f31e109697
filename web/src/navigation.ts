// Lets code outside React move the page. The router fills it in at start; importing the router here would be a cycle.
let go = async (path: string): Promise<void> => location.assign(path)

export function setNavigation(navigate: (path: string) => Promise<void>): void {
  go = navigate
}

/** Moves the page; resolves once the new one is shown. */
export function navigateTo(path: string): Promise<void> {
  return go(path)
}
