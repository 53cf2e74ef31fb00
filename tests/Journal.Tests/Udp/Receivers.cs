using Journal.Features.Udp.Receiving;

namespace Journal.Tests.Udp;

/// <summary>The ways to receive, by their names in a test.</summary>
internal static class Receivers
{
    public const string Single = "single";
    public const string Batch = "batch";

    public static OpenReceiver Of(string name)
    {
        Assert.SkipUnless(name == Single || BatchReceiver.IsKnown, "Only Linux takes many datagrams in a call.");
        return socket => name == Single ? new SingleReceiver(socket) : new BatchReceiver(socket.SafeHandle, socket.AddressFamily);
    }
}
