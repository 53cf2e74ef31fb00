namespace Journal.Log.Reading;

/// <summary>Works on many items, over several threads, and returns the results in the items' order.</summary>
internal static class InOrder
{
    /// <summary>The most frames in work at once: two for each thread, so that none waits while results are taken.</summary>
    public static int AheadOf(int threads) => threads == 1 ? 1 : 2 * threads;

    /// <param name="items">Read on the caller's thread, one after another.</param>
    /// <param name="isLarge">
    /// Whether an item is large; small ones are done on the caller's thread, because handing them over would take longer.
    /// </param>
    /// <param name="work">The work; it may run several times at once.</param>
    /// <param name="ahead">The number of items in work at once, including the one whose result the caller has.</param>
    /// <returns>The results. Ending the enumeration early waits for the running work, so that its input may then be closed.</returns>
    public static IEnumerable<TResult> Run<TItem, TResult>(
        IEnumerable<TItem> items, Func<TItem, bool> isLarge, Func<TItem, TResult> work, int ahead)
    {
        var underWay = new Queue<Task<TResult>>(ahead);
        try
        {
            foreach (var item in items)
            {
                var one = item;
                underWay.Enqueue(ahead > 1 && isLarge(one) ? Task.Run(() => work(one)) : Task.FromResult(work(one)));
                if (underWay.Count == ahead)
                {
                    yield return underWay.Dequeue().GetAwaiter().GetResult();
                }
            }

            while (underWay.TryDequeue(out var rest))
            {
                yield return rest.GetAwaiter().GetResult();
            }
        }
        finally
        {
            while (underWay.TryDequeue(out var rest))
            {
                Await(rest);
            }
        }
    }

    private static void Await(Task task)
    {
        try
        {
            task.Wait();
        }
        catch (AggregateException)
        {
            // Nobody will take this result.
        }
    }
}
