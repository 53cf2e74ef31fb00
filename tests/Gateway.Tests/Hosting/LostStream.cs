namespace Gateway.Tests.Hosting;

/// <summary>Takes what is written, and is lost when that is to go out.</summary>
/// <param name="before">Happens before that.</param>
internal sealed class LostStream(Func<Task>? before = null) : MemoryStream
{
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        await (before?.Invoke() ?? Task.CompletedTask);
        throw new IOException("The backend is gone.");
    }
}
