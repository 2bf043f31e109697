import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../../lib/router.js'

function tokenIn(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || undefined
}

/** Returns the token of the mailed link and removes it from the address, so that the history does not keep it. */
export function useMailedToken(): string | undefined {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const arrived = tokenIn(hash)
  const [token, setToken] = useState(arrived)
  if (arrived && arrived !== token) setToken(arrived)
  useEffect(() => {
    if (arrived) void navigate(pathname + search, { replace: true })
  }, [arrived, navigate, pathname, search])
  return arrived ?? token
}
