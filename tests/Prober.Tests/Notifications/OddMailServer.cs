using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Prober.Engine.Tests.Probing;

namespace Prober.Tests.Notifications;

/// <summary>A mail server whose answers a test chooses, one for each step: the greeting, a command, or the end of the message.</summary>
internal sealed class OddMailServer : IAsyncDisposable
{
    public const string Greeting = "greeting";
    public const string EndOfMessage = ".";

    /// <summary>In place of an answer: it closes the connection, or says nothing more.</summary>
    public const string Closes = "closes";
    public const string Waits = "waits";

    private readonly RawServer _server;
    private readonly X509Certificate2? _certificate;
    private readonly TaskCompletionSource _waiting = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Dictionary<string, string> _answers = new()
    {
        [Greeting] = "220 odd.example ESMTP\r\n",
        ["EHLO"] = "250-odd.example\r\n250-SIZE 1000000\r\n250 AUTH PLAIN\r\n",
        ["HELO"] = "250 odd.example\r\n",
        ["STARTTLS"] = "220 Go ahead\r\n",
        ["AUTH"] = "235 You are known\r\n",
        ["MAIL"] = "250 OK\r\n",
        ["RCPT"] = "250 OK\r\n",
        ["DATA"] = "354 Send it\r\n",
        [EndOfMessage] = "250 Taken\r\n",
        ["QUIT"] = "221 Bye\r\n",
    };

    /// <param name="certificate">For STARTTLS, which it then offers.</param>
    public OddMailServer(X509Certificate2? certificate, params (string Step, string Answer)[] changes)
    {
        _certificate = certificate;
        if (certificate is not null)
        {
            _answers["EHLO"] = "250-odd.example\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n";
        }

        foreach (var (step, answer) in changes)
        {
            _answers[step] = answer;
        }

        _server = new(ServeAsync);
    }

    public int Port => _server.Port;

    /// <summary>The steps that the client took, in their order.</summary>
    public List<string> Steps { get; } = [];

    public string Message { get; private set; } = "";

    /// <summary>Ends when it says nothing more.</summary>
    public Task Waiting => _waiting.Task;

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task ServeAsync(Socket socket, CancellationToken cancellationToken)
    {
        await using var stream = new NetworkStream(socket);
        if (await AnswerAsync(Greeting, stream, cancellationToken) && await ServeAsync(stream, cancellationToken))
        {
            await RawServer.SecureAsync(socket, _certificate!, ServeAsync, cancellationToken);
        }
    }

    /// <returns>Whether the connection has to become TLS.</returns>
    private async Task<bool> ServeAsync(Stream stream, CancellationToken cancellationToken)
    {
        while (await ReadLineAsync(stream, cancellationToken) is { } line)
        {
            var step = line.Split(' ')[0].ToUpperInvariant();
            if (!await AnswerAsync(step, stream, cancellationToken))
            {
                return false;
            }

            if (step == "STARTTLS" && _certificate is not null && _answers[step].StartsWith("220", StringComparison.Ordinal))
            {
                return true;
            }

            if (step == "DATA" && _answers[step].StartsWith("354", StringComparison.Ordinal))
            {
                while (await ReadLineAsync(stream, cancellationToken) is { } text && text != ".")
                {
                    Message += $"{text}\n";
                }

                if (!await AnswerAsync(EndOfMessage, stream, cancellationToken))
                {
                    return false;
                }
            }
        }

        return false;
    }

    private async Task ServeAsync(SslStream stream, CancellationToken cancellationToken) =>
        await ServeAsync((Stream)stream, cancellationToken);

    /// <returns>Whether the conversation goes on.</returns>
    private async Task<bool> AnswerAsync(string step, Stream stream, CancellationToken cancellationToken)
    {
        Steps.Add(step);
        var answer = _answers.GetValueOrDefault(step, "500 Unknown command\r\n");
        if (answer == Waits)
        {
            _waiting.TrySetResult();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }

        if (answer == Closes)
        {
            return false;
        }

        await stream.WriteAsync(Encoding.Latin1.GetBytes(answer), cancellationToken);
        return true;
    }

    /// <returns>Null at the end.</returns>
    private static async Task<string?> ReadLineAsync(Stream stream, CancellationToken cancellationToken)
    {
        var line = new StringBuilder();
        var letter = new byte[1];
        while (await stream.ReadAsync(letter, cancellationToken) > 0)
        {
            if (letter[0] == '\n')
            {
                return line.ToString().TrimEnd('\r');
            }

            line.Append((char)letter[0]);
        }

        return null;
    }
}
