namespace Load.Systems.Journal.Sending;

/// <summary>A way to a log server. One thread uses it.</summary>
internal interface ILineSender : IDisposable
{
    /// <summary>Sends lines; what it returns from is on its way, and over HTTP on the receiver's disk.</summary>
    /// <param name="lines">In their order.</param>
    /// <exception cref="IOException">The receiver takes no more.</exception>
    void Send(ReadOnlySpan<byte[]> lines);
}
