using System.Net.Sockets;

namespace Journal.Features.Replay.Sinks;

/// <summary>Opens the destination of <c>--output</c>.</summary>
internal static class ReplaySinks
{
    private const string SyslogTcp = "syslog+tcp";
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(30);

    /// <param name="output">An address; null for standard output.</param>
    /// <param name="position">The file that keeps with which record to continue; null for none.</param>
    /// <param name="origin">The log's name.</param>
    /// <param name="messages">Gets a line when a receiver is waited for.</param>
    /// <param name="cancellationToken">Ends the attempt to connect.</param>
    /// <exception cref="ArgumentException">The text is no such address, or nobody there says what has arrived.</exception>
    /// <exception cref="IOException">Nobody answers there.</exception>
    public static async Task<IReplaySink> OpenAsync(
        string? output, string? position, string origin, TextWriter messages, CancellationToken cancellationToken)
    {
        Uri.TryCreate(output, UriKind.Absolute, out var address);
        if (position is not null && address?.Scheme == SyslogTcp)
        {
            throw new ArgumentException("--position needs a receiver that answers: relp://, http:// or kafka://.");
        }

        var sink = HttpOutput.Takes(address)
            ? new HttpOutput(address!, origin, messages)
            : await OpenAsync(output, position is null ? null : $"{origin} {Path.GetFullPath(position)}", messages, cancellationToken);
        return position is null ? sink : new KeptPosition(sink, position);
    }

    /// <inheritdoc cref="OpenAsync(string?, string?, TextWriter, CancellationToken)"/>
    public static Task<IReplaySink> OpenAsync(string? output, CancellationToken cancellationToken) =>
        OpenAsync(output, owner: null, TextWriter.Null, cancellationToken);

    /// <param name="output">An address; null for standard output.</param>
    /// <param name="owner">See <see cref="KafkaOutput.OpenAsync"/>.</param>
    /// <param name="messages">Gets a line when a receiver is waited for.</param>
    /// <param name="cancellationToken">Ends the attempt to connect.</param>
    /// <exception cref="ArgumentException">The text is no such address.</exception>
    /// <exception cref="IOException">Nobody answers there.</exception>
    private static async Task<IReplaySink> OpenAsync(
        string? output, string? owner, TextWriter messages, CancellationToken cancellationToken)
    {
        if (output is null)
        {
            return new StreamSink(Console.OpenStandardOutput());
        }

        var address = Uri.TryCreate(output, UriKind.Absolute, out var parsed) ? parsed : null;
        if (address?.Scheme == KafkaOutput.Scheme)
        {
            return await KafkaOutput.OpenAsync(address, owner, messages, cancellationToken);
        }

        if (address is not { Scheme: SyslogTcp or "relp", Port: > 0 })
        {
            throw new ArgumentException(
                $"'{output}' is not an output such as syslog+tcp://host:514, relp://host:2514, http://host:5280/v1/events or "
                + "kafka://host:9092/topic.");
        }

        var client = await ConnectAsync(address, cancellationToken);
        try
        {
            return address.Scheme == "relp"
                ? await RelpSink.OpenAsync(client, address, cancellationToken)
                : new SyslogTcpSink(client, address);
        }
        catch (IOException exception)
        {
            client.Dispose();
            throw new IOException($"{address} answers with an error: {exception.Message}", exception);
        }
    }

    private static async Task<TcpClient> ConnectAsync(Uri address, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(ConnectTimeout);
        var client = new TcpClient();
        try
        {
            await client.ConnectAsync(address.DnsSafeHost, address.Port, patience.Token);
            return client;
        }
        catch (Exception exception) when (exception is SocketException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            client.Dispose();
            throw new IOException($"{address} does not answer: {exception.Message}", exception);
        }
    }
}
