import { useState, type ReactNode } from 'react'
import { Drawer } from '../../../ui/antd/Drawer.js'
import { LeaveDialog, UnsavedChangesGuard } from './UnsavedChangesGuard.js'

export function FormDrawer({
  title,
  about,
  isUnsaved,
  close,
  children,
}: {
  title: string
  about?: ReactNode
  isUnsaved: boolean
  close: () => void
  children: ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Drawer title={title} about={about} onClose={() => (isUnsaved ? setAsking(true) : close())}>
      {children}
      <UnsavedChangesGuard isUnsaved={isUnsaved} />
      {isAsking && <LeaveDialog stay={() => setAsking(false)} leave={close} />}
    </Drawer>
  )
}
