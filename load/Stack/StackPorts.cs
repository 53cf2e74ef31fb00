using Load.Machine;

namespace Load.Stack;

/// <summary>The ports of the stack: those that the READMEs name, or free ones.</summary>
internal sealed record StackPorts
{
    /// <summary>HTTP and gRPC of each analyzer.</summary>
    public required IReadOnlyList<(int Http, int Grpc)> Analyzers { get; init; }

    public required (int Http, int Grpc, int Tls) Gateway { get; init; }

    /// <summary>The address to which clients send files.</summary>
    public Uri GatewayAddress => new($"http://127.0.0.1:{Gateway.Http}");

    public required int Prober { get; init; }

    /// <summary>HTTP, and syslog over UDP and TCP.</summary>
    public required (int Http, int Syslog) Journal { get; init; }

    public required int Sigma { get; init; }

    /// <summary>The page for the journal's reader.</summary>
    public required int Reader { get; init; }

    /// <summary>Each system's own; further analyzers take free ones.</summary>
    public static StackPorts Usual(int analyzers)
    {
        var more = FreePorts.Take(2 * (analyzers - 1));
        return new()
        {
            Analyzers = [(5080, 5081), .. more.Chunk(2).Select(pair => (pair[0], pair[1]))],
            Gateway = (6080, 6081, 6443),
            Prober = 8181,
            Journal = (5580, 5514),
            Sigma = 5280,
            Reader = 5581,
        };
    }

    public static StackPorts Free(int analyzers)
    {
        var ports = FreePorts.Take((2 * analyzers) + 8);
        return new()
        {
            Analyzers = [.. ports[8..].Chunk(2).Select(pair => (pair[0], pair[1]))],
            Gateway = (ports[0], ports[1], ports[2]),
            Prober = ports[3],
            Journal = (ports[4], ports[5]),
            Sigma = ports[6],
            Reader = ports[7],
        };
    }
}
