using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Text;
using Journal.Features.Relp;

namespace Journal.Features.Replay.Sinks;

/// <summary>RELP: the receiver answers every line. At most <see cref="Window"/> lines are unanswered, as with most senders.</summary>
internal sealed class RelpSink : IReplaySink
{
    private const int Window = 128;
    private const int MaxNumber = 999_999_999;
    private static readonly TimeSpan MaxClosing = TimeSpan.FromSeconds(30);
    private const int MaxAnswerBytes = 64 << 10;
    private const string Offers = "relp_version=0\nrelp_software=journal\ncommands=syslog";

    private readonly TcpClient _client;
    private readonly Uri _address;
    private readonly Stream _stream;
    private readonly PipeReader _answers;
    private readonly RelpFrames _frames = new(MaxAnswerBytes, maxDroppedBytes: 0);
    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly Queue<(int End, long Sequence)> _waiting = [];
    private readonly Dictionary<int, long> _unanswered = [];
    private int _number;

    private RelpSink(TcpClient client, Uri address)
    {
        (_client, _address, _stream) = (client, address, client.GetStream());
        _answers = PipeReader.Create(_stream);
    }

    /// <exception cref="IOException">The receiver does not open a session.</exception>
    public static async Task<RelpSink> OpenAsync(TcpClient client, Uri address, CancellationToken cancellationToken)
    {
        var sink = new RelpSink(client, address);
        await sink.CommandAsync("open", Offers, cancellationToken);
        return sink;
    }

    public async Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken)
    {
        for (var i = 0; i < lines.Count; i++)
        {
            Write("syslog", lines.LineOf(i).Span);
            _waiting.Enqueue((_buffer.WrittenCount, lines.SequenceOf(i)));
        }

        var number = Minus(_number, _waiting.Count);
        var start = 0;
        try
        {
            while (_waiting.Count > 0)
            {
                var end = start;
                for (var room = Window - _unanswered.Count; room > 0 && _waiting.TryDequeue(out var line); room--)
                {
                    number = Next(number);
                    _unanswered.Add(number, line.Sequence);
                    end = line.End;
                }

                await _stream.WriteAsync(_buffer.WrittenMemory[start..end], cancellationToken);
                start = end;
                await AnsweredAsync(Window / 2, cancellationToken);
            }
        }
        catch (IOException exception)
        {
            throw Broken(exception);
        }

        _buffer.ResetWrittenCount();
    }

    public async Task WaitForAnswersAsync(CancellationToken cancellationToken)
    {
        try
        {
            await AnsweredAsync(0, cancellationToken);
        }
        catch (IOException exception)
        {
            throw Broken(exception);
        }
    }

    public async Task FinishAsync(CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(MaxClosing);
        try
        {
            await AnsweredAsync(0, patience.Token);
        }
        catch (Exception exception) when (exception is IOException || IsOver(exception, cancellationToken))
        {
            throw Broken(exception);
        }

        try
        {
            await CommandAsync("close", "", patience.Token);
        }
        catch (Exception exception) when (exception is IOException || IsOver(exception, cancellationToken))
        {
            // Every line is answered, so it does not matter how the receiver ends the session.
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _answers.CompleteAsync();
        _client.Dispose();
    }

    private static int Next(int number) => number == MaxNumber ? 1 : number + 1;

    private static int Minus(int number, int count) => number > count ? number - count : number - count + MaxNumber;

    private static bool IsOver(Exception exception, CancellationToken asked) =>
        exception is OperationCanceledException && !asked.IsCancellationRequested;

    private IOException Broken(Exception exception)
    {
        var first = _unanswered.Values.Concat(_waiting.Select(line => line.Sequence)).Order().FirstOrDefault(-1);
        var rest = first < 0 ? "" : $" Every line before {first} is answered: continue with --from {first}.";
        return new($"{_address}: {exception.Message.TrimEnd('.')}.{rest}", exception);
    }

    private void Write(string command, ReadOnlySpan<byte> data)
    {
        _number = Next(_number);
        _buffer.Write(Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{_number} {command} {data.Length}")));
        if (!data.IsEmpty)
        {
            _buffer.Write(" "u8);
            _buffer.Write(data);
        }

        _buffer.Write("\n"u8);
    }

    private async Task CommandAsync(string command, string data, CancellationToken cancellationToken)
    {
        Write(command, Encoding.ASCII.GetBytes(data));
        _unanswered.Add(_number, -1);
        await _stream.WriteAsync(_buffer.WrittenMemory, cancellationToken);
        _buffer.ResetWrittenCount();
        await AnsweredAsync(0, cancellationToken);
    }

    /// <summary>Waits until no more than that are unanswered.</summary>
    private async Task AnsweredAsync(int most, CancellationToken cancellationToken)
    {
        while (_unanswered.Count > most)
        {
            var read = await _answers.ReadAsync(cancellationToken);
            var buffer = read.Buffer;
            while (_frames.Next(ref buffer, out var frame) is var found and not RelpRead.Incomplete)
            {
                Take(found, frame);
            }

            _answers.AdvanceTo(buffer.Start, buffer.End);
            if (read.IsCompleted && _unanswered.Count > most)
            {
                throw new IOException("the receiver has closed the connection");
            }
        }
    }

    private void Take(RelpRead found, RelpFrame frame)
    {
        if (found == RelpRead.Malformed || frame.Command is not ("rsp" or "serverclose"))
        {
            throw new IOException("the receiver's answer is not RELP");
        }

        if (frame.Command == "serverclose")
        {
            throw new IOException("the receiver has ended the session");
        }

        // The answer to a close has no status.
        var status = Encoding.UTF8.GetString(frame.Data.Slice(0, Math.Min(frame.Data.Length, 120)));
        if (status.Length > 0 && !status.StartsWith("200", StringComparison.Ordinal))
        {
            throw new IOException($"the receiver refuses a line: {status.Split('\n')[0]}");
        }

        if (!_unanswered.Remove(frame.Number))
        {
            throw new IOException("the receiver has sent an answer to no request");
        }
    }
}
