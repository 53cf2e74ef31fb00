using Hosting.Errors;
using Hosting.Settings;
using Microsoft.AspNetCore.OpenApi;

namespace Hosting.Web.Api;

/// <summary>What the description of a host's interface says besides its operations.</summary>
/// <param name="Host">The names of the host.</param>
/// <param name="Summary">What a client can do with it.</param>
public sealed record ApiDocument(HostDescription Host, string Summary)
{
    /// <summary>The groups of operations, with a sentence each, in their order.</summary>
    public required IReadOnlyList<(string Name, string Description)> Tags { get; init; }

    /// <summary>The host's own kinds of errors; those of every host are added.</summary>
    public IReadOnlyList<ErrorKind> Kinds { get; init; } = [];

    /// <summary>Statuses of problems that the host itself adds to the document elsewhere.</summary>
    public IReadOnlyList<int> FurtherStatuses { get; init; } = [];

    /// <summary>Describes types that have their own JSON form.</summary>
    public Action<OpenApiOptions> Configure { get; init; } = _ => { };
}
