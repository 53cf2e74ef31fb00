namespace Grpc.Tests.Server;

/// <summary>Adds up what comes.</summary>
internal sealed class ChunkService(ChunkService.Seen seen) : Chunks.ChunksBase
{
    public override async Task<Chunks.Sum> Upload(IAsyncStreamReader<Chunks.Chunk> requests, ServerCallContext context)
    {
        long bytes = 0;
        while (await requests.MoveNext(context.CancellationToken))
        {
            bytes += requests.Current.Length;
            seen.Last = requests.Current;
        }

        return new Chunks.Sum(bytes);
    }

    /// <summary>The counts that a test looks at afterwards.</summary>
    internal sealed class Seen
    {
        public Chunks.Chunk? Last { get; set; }
    }
}
