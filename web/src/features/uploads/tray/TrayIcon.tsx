const shapes = {
  pause: 'M6 4v8M10 4v8',
  play: 'M5.5 3.5v9l7-4.5z',
  close: 'm4 4 8 8m0-8-8 8',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
}

export function TrayIcon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
