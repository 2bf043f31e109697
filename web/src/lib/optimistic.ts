import type { MutationFunctionContext, QueryKey } from '@tanstack/react-query'

/**
 * Shows a change before the server answers. While other calls for the same query run, a call that ends neither reverts
 * nor refetches, because this would remove their changes. The last call refetches, and reverts first if it failed.
 */
export function optimistic<Data, Input>(queryKey: QueryKey, update: (data: Data, input: Input) => Data) {
  const isLast = ({ client }: MutationFunctionContext) =>
    client.isMutating({ mutationKey: queryKey, exact: true }) === 1
  return {
    mutationKey: queryKey,
    async onMutate(input: Input, { client }: MutationFunctionContext): Promise<Data | undefined> {
      const before = client.getQueryData<Data>(queryKey)
      // A fetch that began earlier would overwrite this change.
      if (before !== undefined) await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData<Data>(queryKey, (data) => data && update(data, input))
      return before
    },
    onError(_error: Error, _input: Input, before: unknown, context: MutationFunctionContext): void {
      if (isLast(context)) context.client.setQueryData(queryKey, before)
    },
    onSettled(
      _result: unknown,
      _error: unknown,
      _input: Input,
      _before: unknown,
      context: MutationFunctionContext,
    ): void {
      if (isLast(context)) void context.client.invalidateQueries({ queryKey, exact: true })
    },
  }
}
