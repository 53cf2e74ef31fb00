using System.ComponentModel.DataAnnotations;
using Prober.Engine.Networking.Naming;

namespace Prober.Features.Settings;

/// <summary>The name servers of the prober.</summary>
internal sealed class ResolverOptions
{
    /// <summary>Name servers, each an address with or without a port. Default those of the operating system.</summary>
    [NameServers]
    public string[] Servers { get; set; } = [];

    /// <summary>The most queries per second; further ones wait. Default 500.</summary>
    [Range(1, 1_000_000)]
    public int MaxQueriesPerSecond { get; set; } = ResolverSettings.DefaultMaxQueriesPerSecond;

    /// <summary>How long addresses are used beyond their time while no name server can tell; 0 s to 7 days. Default 1 hour.</summary>
    [Range(typeof(TimeSpan), "00:00:00", "7.00:00:00")]
    public TimeSpan MaxStale { get; set; } = ResolverSettings.DefaultMaxStale;

    public ResolverSettings ToSettings()
    {
        var system = ResolverSettings.FromSystem();
        return system with
        {
            Servers = Servers.Length > 0 ? [.. Servers.Select(server => ResolverSettings.ParseServer(server)!)] : system.Servers,
            MaxQueriesPerSecond = MaxQueriesPerSecond,
            MaxStale = MaxStale,
        };
    }
}

/// <summary>A list of name servers.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class NameServersAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext) =>
        ((string[])value!).FirstOrDefault(server => ResolverSettings.ParseServer(server) is null) is { } wrong
            ? new($"{validationContext.DisplayName} has {wrong}. Write an address such as 192.0.2.53 or 127.0.0.1:5353.")
            : ValidationResult.Success;
}
