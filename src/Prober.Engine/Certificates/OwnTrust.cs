using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Prober.Engine.Certificates;

/// <summary>What this machine needs to judge certificates: authorities that it trusts, and a clock that is about right.</summary>
internal static class OwnTrust
{
    /// <summary>The program cannot run before it was built; a day for the zones of file systems.</summary>
    private static readonly DateTimeOffset Built = BuildTime() - TimeSpan.FromDays(1);

    /// <summary>Whether the system has authorities; it reads them once in a process.</summary>
    private static readonly Lazy<bool> Authorities = new(() => Has(StoreLocation.LocalMachine) || Has(StoreLocation.CurrentUser));

    public static bool HasAuthorities => Authorities.Value;

    public static bool IsClockWrong(DateTimeOffset now) => now < Built;

    private static DateTimeOffset BuildTime() => File.Exists(typeof(OwnTrust).Assembly.Location)
        ? File.GetLastWriteTimeUtc(typeof(OwnTrust).Assembly.Location)
        : DateTimeOffset.UnixEpoch;

    private static bool Has(StoreLocation location)
    {
        try
        {
            using var store = new X509Store(StoreName.Root, location, OpenFlags.ReadOnly | OpenFlags.OpenExistingOnly);
            return store.Certificates.Count > 0;
        }
        catch (CryptographicException)
        {
            return false; // There is no such store.
        }
    }
}
