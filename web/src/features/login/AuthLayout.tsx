import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { paths } from '../../lib/paths.js'
import { TileSkeleton, WorkTile } from '../works/WorkTile.js'
import './entrance.css'

export function AuthLayout({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery({
    queryKey: ['works', 'newest'],
    queryFn: ({ signal }) => api.listWorks({ limit: 1 }, { signal }),
  })
  const work = data?.items[0]
  return (
    <div className="entrance">
      {children}
      {work ? (
        <ul>
          <WorkTile work={work} to={paths.work(work.id)} sizes="480px" first />
        </ul>
      ) : (
        isPending && <TileSkeleton />
      )}
    </div>
  )
}
