using Analyzer.Protos.V1;
using Gateway.Features.Upstream;
using Google.Protobuf;

namespace Gateway.Features.Passing;

/// <summary>A sender of a file that sends its metadata, and nothing else before it is asked to.</summary>
internal static class WaitingSender
{
    /// <param name="sent">All that it has sent.</param>
    public static bool Is(ReadOnlySpan<byte> sent)
    {
        if (sent.Length < MessageFrame.HeaderLength
            || !MessageFrame.TryReadHeader(sent, out var length)
            || length != sent.Length - MessageFrame.HeaderLength)
        {
            return false;
        }

        try
        {
            return SubmitFileRequest.Parser.ParseFrom(sent[MessageFrame.HeaderLength..]) is { Metadata.Waits: true };
        }
        catch (InvalidProtocolBufferException)
        {
            return false;
        }
    }
}
