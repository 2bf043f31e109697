/** A screen that needs nothing but its address. */
export interface Place {
  name: string
  path: string
}

/** What a visitor, the creator and the administrator see of the demo content, beside what pictures.ts does itself. */
export async function findPlaces(url: string): Promise<Record<'visitor' | 'creator' | 'administrator', Place[]>> {
  const first = async <T>(list: string) =>
    ((await (await fetch(`${url}/${list}?limit=1`)).json()) as { items: T[] }).items[0]!
  const work = await first<{ creator: { id: string } }>('works')
  const activity = await first<{ id: string }>('activities')
  return {
    visitor: [
      { name: 'creators', path: '/creators' },
      { name: 'creator', path: `/creators/personalPage?id=${work.creator.id}` },
      { name: 'activities', path: '/activity' },
      { name: 'activity', path: `/activity/activityDetail?id=${activity.id}` },
      { name: 'learning', path: '/learning' },
      { name: 'market', path: '/static/official-market' },
      { name: 'sign-in', path: '/login/signin' },
    ],
    creator: [
      { name: 'my-works', path: '/admin/works?tab=draft' },
      { name: 'notifications', path: '/admin/notification' },
    ],
    administrator: [
      { name: 'backstage', path: '/backgroundAdmin' },
      { name: 'backstage-works', path: '/backgroundAdmin/operatingCenter/worksList?state=released' },
      { name: 'queues', path: '/backgroundAdmin/queues' },
    ],
  }
}
