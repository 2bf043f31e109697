import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '@toile/contracts/users/profiles'
import { api } from '../../lib/api.js'
import { loadMe } from '../../lib/me.js'

const queryKey = ['profile']

/** My profile, and how to keep what a call answered with. */
export function useProfile() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getProfile({}, { signal }),
  })
  return {
    query,
    setProfile(profile: Profile) {
      client.setQueryData(queryKey, profile)
      // The header and the cookie show the name and the picture too.
      void loadMe({ fresh: true })
    },
    refresh: () => void client.invalidateQueries({ queryKey }),
  }
}
