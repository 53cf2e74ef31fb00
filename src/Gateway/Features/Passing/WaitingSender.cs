using System.Buffers.Binary;
using Analyzer.Protos.V1;
using Google.Protobuf;

namespace Gateway.Features.Passing;

/// <summary>A sender of a file that sends its metadata, and nothing else before it is asked to.</summary>
internal static class WaitingSender
{
    /// <summary>Of a message (gRPC over HTTP/2, "Length-Prefixed-Message"): whether it is compressed, and its length.</summary>
    private const int HeaderBytes = 5;

    /// <param name="sent">All that it has sent.</param>
    public static bool Is(ReadOnlySpan<byte> sent)
    {
        if (sent.Length < HeaderBytes || sent[0] != 0 || BinaryPrimitives.ReadUInt32BigEndian(sent[1..]) != sent.Length - HeaderBytes)
        {
            return false;
        }

        try
        {
            return SubmitFileRequest.Parser.ParseFrom(sent[HeaderBytes..]) is { Metadata.Waits: true };
        }
        catch (InvalidProtocolBufferException)
        {
            return false;
        }
    }
}
