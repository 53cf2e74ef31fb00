namespace Gateway.Tests.Hosting;

/// <summary>Takes what is written, and is lost when that is to go out.</summary>
internal sealed class LostStream : MemoryStream
{
    public override Task FlushAsync(CancellationToken cancellationToken) => Task.FromException(new IOException("The backend is gone."));
}
