using System.Globalization;
using System.Net.Sockets;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Dns;

/// <summary>The question for a name server, and the requirements for its answer.</summary>
/// <param name="Server">The name server's name or address.</param>
public sealed record DnsProbeSettings(string Server, int Port, DnsQuestion Question)
{
    public bool OverTcp { get; init; }

    /// <summary>How to judge the server's certificate, over TLS; null for plain text.</summary>
    public TlsRules? Tls { get; init; }

    public IReadOnlyList<DnsStatus> GoodStatuses { get; init; } = [DnsStatus.NoError];

    /// <summary>Requirements for the records of the answer; null for none.</summary>
    public RecordRules? Answers { get; init; }

    public RecordRules? Authorities { get; init; }

    public RecordRules? Additionals { get; init; }

    /// <summary>An answer without records is good: whoever names no record only asks whether the server answers.</summary>
    public bool AllowsNoRecords { get; init; }

    /// <summary>Texts, each of which has to occur in a record of the answer.</summary>
    public IReadOnlyList<string> Expected { get; init; } = [];
}

/// <summary>Asks one name server one question, without a cache: the server itself is the target.</summary>
public sealed class DnsProbe(DnsProbeSettings settings) : IProbe
{
    public string Kind => "dns";

    public string Endpoint { get; } =
        $"{Connector.NameOf(settings.Server, settings.Port)}/{settings.Question.Type} {settings.Question.Name}";

    public string Destination { get; } = Connector.NameOf(settings.Server, settings.Port);

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var result = call.Result;
        if (settings.Tls is { } rules)
        {
            return await Connector.UseAsync(settings.Server, settings.Port, call, (socket, call) => TlsConnector.TalkAsync(
                socket, settings.Server, rules, call, (stream, call) => AskAsync(
                    call, () => DnsExchange.AskAsync(stream, settings.Question, call.Token))));
        }

        var addresses = await Connector.ResolveAsync(settings.Server, call);
        if (addresses.Length == 0)
        {
            return result;
        }

        result.Address = addresses[0];
        try
        {
            return await AskAsync(call, () => DnsExchange.AskAsync(
                new(addresses[0], settings.Port), settings.Question, settings.OverTcp, call.Token, call.Source));
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionRefused)
        {
            return result.Fail(FailureClass.Refused, "No server listens there.");
        }
    }

    private async Task<ProbeResult> AskAsync(ProbeCall call, Func<Task<DnsMessage?>> ask)
    {
        var asked = call.Elapsed;
        try
        {
            return Judge(await ask(), call.Result);
        }
        finally
        {
            call.Result.Processing = call.Elapsed - asked;
        }
    }

    /// <summary>Name, mailbox, serial: the third field of an SOA.</summary>
    private static uint? SerialOf(DnsMessage answer) =>
        answer.Answers.FirstOrDefault(record => record.Type == DnsType.SOA)?.Data.Split(' ') is [_, _, var serial, ..]
            ? uint.Parse(serial, CultureInfo.InvariantCulture)
            : null;

    private ProbeResult Judge(DnsMessage? answer, ProbeResult result)
    {
        if (answer is null)
        {
            return result.Fail(FailureClass.Protocol, "The response is not a DNS answer.");
        }

        result.Dns = new(answer.Answers.Count, answer.Authorities.Count, answer.AdditionalCount, SerialOf(answer));
        if (!settings.GoodStatuses.Contains(answer.Status))
        {
            return result.Fail(FailureClass.Status, $"The server answers {answer.Status.Word()}.");
        }

        var missing = settings.Expected
            .FirstOrDefault(text => !answer.Answers.Any(record => record.Data.Contains(text, StringComparison.OrdinalIgnoreCase)));
        return missing is not null ? result.Fail(FailureClass.Content, $"The answer lacks {missing}.")
            : (settings.Answers?.Problem(answer.Answers) ?? settings.Authorities?.Problem(answer.Authorities)
                ?? settings.Additionals?.Problem(answer.Additionals)) is { } problem
                ? result.Fail(FailureClass.Content, problem)
            : !settings.AllowsNoRecords && answer is { Status: DnsStatus.NoError, Answers.Count: 0 }
                ? result.Fail(FailureClass.Content, $"The name has no record of type {settings.Question.Type}.")
            : result;
    }
}
