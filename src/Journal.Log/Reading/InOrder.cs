namespace Journal.Log.Reading;

/// <summary>Work on many items, over several threads, whose results come in the items' order.</summary>
internal static class InOrder
{
    /// <summary>Frames that are under way at once, at most: two for each thread, so that none waits while results are taken.</summary>
    public static int AheadOf(int threads) => threads == 1 ? 1 : 2 * threads;

    /// <param name="items">Read on the caller's thread, one after another.</param>
    /// <param name="isLarge">What is not is done on the caller's thread: handing it over would take longer.</param>
    /// <param name="work">Has to be able to run several times at once.</param>
    /// <param name="ahead">Items that are under way at once, that of the result in the caller's hands included.</param>
    /// <returns>Whoever ends it early waits for the work that is under way: then what the work reads may be closed.</returns>
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
            // Nobody asks for this result any more.
        }
    }
}
