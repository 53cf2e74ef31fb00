using System.Net.Sockets;
using Prober.Engine.Limits;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Connecting;
using Renci.SshNet;
using Renci.SshNet.Common;
using ConnectionInfo = Renci.SshNet.ConnectionInfo;

namespace Prober.Features.Configuration.Clients.Ssh;

/// <summary>The way to an SSH server, directly or through a bastion. No host key is accepted in silence.</summary>
/// <param name="bastion">Null for none.</param>
internal sealed class SshRoute(SshEndpoint server, SshEndpoint? bastion, KnownHosts hosts)
{
    public SshEndpoint Server => server;

    /// <summary>Logs in, lets the caller use the session, and ends it.</summary>
    public async Task UseAsync(ProbeCall call, Func<SshClient, Task> use)
    {
        if (bastion is null)
        {
            await AtAsync(server, server.Host, server.Port, call, isBehind: false, use);
            return;
        }

        var isInside = false;
        await AtAsync(bastion, bastion.Host, bastion.Port, call, isBehind: false, async outer =>
        {
            isInside = true;
            using var port = new ForwardedPortLocal("127.0.0.1", 0, server.Host, (uint)server.Port);
            outer.AddForwardedPort(port);
            port.Start();
            await AtAsync(server, "127.0.0.1", (int)port.BoundPort, call, isBehind: true, use);
            port.Stop();
        });
        if (!isInside && call.Result is { IsGood: false, Failure: not FailureClass.Resolver })
        {
            call.Result.Fail(
                FailureClass.Proxy, $"The bastion {Connector.NameOf(bastion.Host, bastion.Port)} cannot be used: {call.Result.Message}");
        }
    }

    /// <param name="address">Where the server is reached.</param>
    /// <param name="isBehind">Whether that is the near end of a way through a bastion.</param>
    private async Task AtAsync(
        SshEndpoint endpoint, string address, int port, ProbeCall call, bool isBehind, Func<SshClient, Task> use)
    {
        var result = call.Result;
        var addresses = await Connector.ResolveAsync(address, call);
        if (addresses.Length == 0)
        {
            return;
        }

        result.Address = isBehind ? result.Address : addresses[0];
        string? refused = null;
        var failure = FailureClass.Certificate;
        var start = call.Elapsed;
        try
        {
            using var client = new SshClient(Login(endpoint, $"{addresses[0]}", port, call.Timeout));
            client.HostKeyReceived += (_, key) =>
            {
                try
                {
                    refused = WhyRefused(endpoint, key);
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
                {
                    (refused, failure) = ($"The host key cannot be remembered: {exception.Message}", FailureClass.Setup);
                }

                key.CanTrust = refused is null;
            };
            await client.ConnectAsync(call.Token);
            result.Handshaking += call.Elapsed - start;
            await use(client);
        }
        catch (Exception exception) when (exception is SshException or SocketException or IOException or OperationCanceledException
            or ObjectDisposedException or InvalidOperationException or UnauthorizedAccessException or ArgumentException or FormatException
            or OverflowException or IndexOutOfRangeException or NotSupportedException)
        {
            // The last few are what the client throws at a server that speaks something else.
            (failure, refused) = refused is null ? Classify(exception, endpoint, isBehind, result) : (failure, refused);
            result.Fail(failure, refused);
        }
    }

    private string? WhyRefused(SshEndpoint endpoint, HostKeyEventArgs key) =>
        endpoint.HostKey is not { } pinned ? hosts.Judge(endpoint.Host, endpoint.Port, key.HostKeyName, key.FingerPrintSHA256)
        : pinned.Replace("SHA256:", "", StringComparison.Ordinal).TrimEnd('=') == key.FingerPrintSHA256.TrimEnd('=') ? null
        : $"The host key is {key.HostKeyName} SHA256:{key.FingerPrintSHA256}, and not the one of host_key.";

    private static (FailureClass Failure, string Message) Classify(
        Exception exception, SshEndpoint endpoint, bool isBehind, ProbeResult result) => exception switch
        {
            SocketException or SshConnectionException when OwnLimits.UsedUp(exception) is { } usedUp => (FailureClass.Limit, usedUp),
            SshAuthenticationException => (FailureClass.Status, $"The server refused the login of {endpoint.User}."),
            SshPassPhraseNullOrEmptyException => (FailureClass.Setup, $"The key {endpoint.KeyFile} needs a passphrase."),
            SshOperationTimeoutException => (FailureClass.Timeout, "No result in time."),
            IOException { InnerException: null } or UnauthorizedAccessException when endpoint.KeyFile is { } file && !CanRead(file) =>
                (FailureClass.Setup, $"The key {file} cannot be read."),
            SshConnectionException or SocketException when isBehind => (FailureClass.Unreachable, "The bastion cannot reach the target."),
            SshConnectionException { InnerException: SocketException socket } => ProbeFaults.Classify(socket, result.Address),
            SshException or ArgumentException or FormatException or OverflowException or IndexOutOfRangeException
                or NotSupportedException =>
                (FailureClass.Protocol, $"The server does not speak SSH as expected: {OneLine.Of(exception.Message, 200)}"),
            _ => ProbeFaults.Classify(exception, result.Address),
        };

    private static bool CanRead(string file)
    {
        try
        {
            using var _ = File.OpenRead(file);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static ConnectionInfo Login(SshEndpoint endpoint, string address, int port, TimeSpan timeout)
    {
        var methods = new List<AuthenticationMethod>();
        if (endpoint.KeyFile is { } file)
        {
            methods.Add(new PrivateKeyAuthenticationMethod(endpoint.User, SshKeys.Read(file, endpoint.Passphrase)));
        }

        if (endpoint.Password is { } password)
        {
            methods.Add(new PasswordAuthenticationMethod(endpoint.User, password));
            var asked = new KeyboardInteractiveAuthenticationMethod(endpoint.User);
            asked.AuthenticationPrompt += (_, prompts) =>
            {
                foreach (var prompt in prompts.Prompts)
                {
                    prompt.Response = password;
                }
            };
            methods.Add(asked);
        }

        return new(address, port, endpoint.User, [.. methods]) { Timeout = timeout };
    }
}
