using System.CommandLine;
using System.Net;
using Hosting.Access;
using Hosting.Lifetime;
using Hosting.Listeners;
using Hosting.Settings;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Hosting.CommandLine;

/// <summary><c>health</c> asks the host that runs on this machine with the same settings, for containers and scripts.</summary>
/// <param name="host">Its names.</param>
/// <param name="settings">Settings from the command line.</param>
/// <param name="addSettings">Registers the host's options.</param>
internal sealed class HealthCommand(HostDescription host, string[] settings, Action<IServiceCollection> addSettings)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(4);

    public Command Create()
    {
        var command = new Command(
            "health", $"Asks the {host.Name} on this machine, by its HTTP port, if it is ready: 0 yes, 1 no, 2 no answer.");
        command.SetAction((_, cancellationToken) => RunAsync(cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            using var question = new HttpRequestMessage(HttpMethod.Get, Address(builder));
            question.Headers.Host = Name(builder);
            using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { Timeout = Timeout };
            using var answer = await http.SendAsync(question, cancellationToken);
            await Console.Out.WriteLineAsync(await answer.Content.ReadAsStringAsync(cancellationToken));
            return answer.IsSuccessStatusCode ? ExitCode.Done : ExitCode.Found;
        }
        catch (Exception exception)
            when (StartFailure.IsExpected(exception) || exception is HttpRequestException or OperationCanceledException)
        {
            await Console.Error.WriteLineAsync($"The {host.Name} does not answer: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }

    /// <returns>The name by which the host may be asked; null when its address will do.</returns>
    private string? Name(WebApplicationBuilder builder) =>
        AccessOptions.List(ListTexts.Of(builder.Configuration, host.Key(nameof(AccessOptions.AllowedHosts))))
            is [var name, ..] ? name : null;

    /// <summary>The first port in cleartext: every host has one for HTTP/1.1.</summary>
    private Uri Address(WebApplicationBuilder builder)
    {
        var listener = builder.Services.Select(service => service.ImplementationInstance).OfType<Listener>()
            .First(listener => !listener.IsTls && listener.Protocols.HasFlag(HttpProtocols.Http1));
        var port = builder.Configuration[host.Key(listener.Key)] ?? $"{listener.Port}";
        var listens = builder.Configuration[host.Key(nameof(HostSettings.Address))];
        var address = IPAddress.TryParse(listens, out var given) ? given : IPAddress.Loopback;
        var asked = address.Equals(IPAddress.Any) ? IPAddress.Loopback
            : address.Equals(IPAddress.IPv6Any) ? IPAddress.IPv6Loopback
            : address;
        return new($"http://{new IPEndPoint(asked, int.TryParse(port, out var number) ? number : listener.Port)}/healthz/ready");
    }
}
