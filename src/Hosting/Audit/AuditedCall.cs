namespace Hosting.Audit;

/// <summary>The facts about a call before its record is made; a feature of the request while the audit trail is on.</summary>
public sealed class AuditedCall
{
    /// <summary>The longest client text in a record.</summary>
    private const int MaxTarget = 128;

    /// <summary>The slug of the error; null while there is none.</summary>
    public string? Slug { get; set; }

    /// <summary>The target of the call, such as a SHA-256.</summary>
    public string? Target
    {
        get;
        set => field = value is { Length: > MaxTarget } ? value[..MaxTarget] : value;
    }

    /// <summary>The finding about the target, such as a verdict.</summary>
    public string? Result { get; set; }

    /// <summary>The address of the client of a trusted gateway; null for that of the connection.</summary>
    public string? Address { get; set; }
}

public static class AuditedCalls
{
    /// <summary>Sets the file or key that the call is about, and what was found out about it.</summary>
    public static void AuditTarget(this HttpContext context, string? target, string? result = null)
    {
        if (context.Features.Get<AuditedCall>() is { } call)
        {
            (call.Target, call.Result) = (target, result);
        }
    }

    /// <summary>Sets the address of the client, where the connection is a gateway's.</summary>
    internal static void AuditAddress(this HttpContext context, string address)
    {
        if (context.Features.Get<AuditedCall>() is { } call)
        {
            call.Address = address;
        }
    }

    internal static void AuditRefusal(this HttpContext context, string slug)
    {
        if (context.Features.Get<AuditedCall>() is { } call)
        {
            call.Slug = slug;
        }
    }
}
