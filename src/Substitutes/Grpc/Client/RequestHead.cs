using System.Net.Http.Headers;
using Grpc.Core;
using Grpc.Protocol;

namespace Grpc.Net.Client;

/// <summary>The headers of a call (PROTOCOL-HTTP2.md, Call-Definition).</summary>
internal static class RequestHead
{
    private const string UserAgent = "grpc-dotnet-substitute/1";

    /// <exception cref="InvalidOperationException">A metadata value cannot be sent.</exception>
    public static void Write(HttpRequestHeaders headers, Metadata? metadata, TimeSpan? timeout)
    {
        headers.TryAddWithoutValidation("TE", "trailers");
        headers.TryAddWithoutValidation("User-Agent", UserAgent);
        headers.TryAddWithoutValidation(GrpcHeaders.AcceptEncoding, GrpcHeaders.IdentityEncoding);
        if (timeout is { } time)
        {
            headers.TryAddWithoutValidation(GrpcHeaders.Timeout, GrpcTimeout.Format(time));
        }

        foreach (var entry in metadata ?? Metadata.Empty)
        {
            if (!GrpcHeaders.IsReserved(entry.Key))
            {
                headers.TryAddWithoutValidation(entry.Key, MetadataValue.Encode(entry));
            }
        }
    }
}
