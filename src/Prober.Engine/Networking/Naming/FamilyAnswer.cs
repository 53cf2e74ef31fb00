using System.Net;

namespace Prober.Engine.Networking.Naming;

/// <summary>What is known of a name's addresses of one family.</summary>
/// <param name="Addresses">Null when no server could tell; empty when there are none.</param>
/// <param name="Kept">How long this may be cached.</param>
/// <param name="Reason">Why no server could tell, for a person.</param>
internal sealed record FamilyAnswer(IPAddress[]? Addresses, TimeSpan Kept, string Reason = "");
