namespace Grpc.Tests;

/// <summary>A response, its parts not interpreted.</summary>
internal sealed record RawAnswer(
    int HttpStatus, Dictionary<string, string> Headers, Dictionary<string, string> Trailers, string? ContentType, byte[] Body)
{
    /// <summary>The gRPC status of a response that has nothing but headers.</summary>
    public string TrailersOnlyStatus
    {
        get
        {
            Body.ShouldBeEmpty();
            Trailers.ShouldBeEmpty();
            return Headers["grpc-status"];
        }
    }
}
