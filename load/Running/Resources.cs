namespace Load.Running;

/// <summary>Several things that end together.</summary>
internal sealed class Resources(IReadOnlyList<IAsyncDisposable> all) : IAsyncDisposable
{
    public async ValueTask DisposeAsync()
    {
        foreach (var one in all)
        {
            await one.DisposeAsync();
        }
    }
}
