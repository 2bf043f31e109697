// Lets code outside React move the page. The router fills it in at start; importing the router here would be a cycle.
let go = (path: string) => location.assign(path)

export function setNavigation(navigate: (path: string) => void): void {
  go = navigate
}

export function navigateTo(path: string): void {
  go(path)
}
