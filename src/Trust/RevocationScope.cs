using System.Formats.Asn1;

namespace Trust;

/// <summary>
/// Which of its authority's certificates a revocation list covers: the issuing distribution point (RFC 5280, section 5.2.5). A list without
/// one covers all.
/// </summary>
/// <param name="Names">Places, each as it is encoded, of which a certificate has to name one; null for any certificate.</param>
/// <param name="OfOwners">Whether it covers certificates of owners that sign no others.</param>
/// <param name="OfAuthorities">Whether it covers certificates of authorities.</param>
internal sealed record RevocationScope(IReadOnlyList<string>? Names, bool OfOwners, bool OfAuthorities)
{
    private static readonly Asn1Tag OwnersOnly = new(TagClass.ContextSpecific, 1);
    private static readonly Asn1Tag AuthoritiesOnly = new(TagClass.ContextSpecific, 2);
    private static readonly Asn1Tag FullName = new(TagClass.ContextSpecific, 0, isConstructed: true);

    /// <summary>The field of a distribution point that holds its names.</summary>
    public static Asn1Tag Name { get; } = new(TagClass.ContextSpecific, 0, isConstructed: true);

    public static RevocationScope All { get; } = new(null, OfOwners: true, OfAuthorities: true);

    public string Text => $"{string.Join(',', Names ?? [])} {OfOwners} {OfAuthorities}";

    /// <exception cref="AsnContentException">It is malformed.</exception>
    /// <exception cref="InvalidDataException">It lists some reasons only, or certificates of other authorities.</exception>
    public static RevocationScope Read(ReadOnlyMemory<byte> extension)
    {
        var scope = All;
        var fields = new AsnReader(extension, AsnEncodingRules.BER).ReadSequence();
        while (fields.HasData)
        {
            var tag = fields.PeekTag();
            if (tag.HasSameClassAndValue(Name))
            {
                scope = scope with { Names = NamesOf(fields.ReadSequence(Name)) ?? throw Partial() };
            }
            else if (tag.HasSameClassAndValue(OwnersOnly))
            {
                scope = scope with { OfAuthorities = !fields.ReadBoolean(OwnersOnly) && scope.OfAuthorities };
            }
            else if (tag.HasSameClassAndValue(AuthoritiesOnly))
            {
                scope = scope with { OfOwners = !fields.ReadBoolean(AuthoritiesOnly) && scope.OfOwners };
            }
            else
            {
                throw Partial();
            }
        }

        return scope;
    }

    /// <returns>The full names, each as it is encoded; null if the point is named relative to its authority.</returns>
    public static IReadOnlyList<string>? NamesOf(AsnReader point)
    {
        if (!point.PeekTag().HasSameClassAndValue(FullName))
        {
            return null;
        }

        var names = new List<string>();
        var all = point.ReadSequence(FullName);
        while (all.HasData)
        {
            names.Add(Convert.ToHexString(all.ReadEncodedValue().Span));
        }

        return names;
    }

    public bool Covers(ChainLink link) =>
        (link.IsAuthority ? OfAuthorities : OfOwners) && (Names is null || Names.Intersect(link.Points).Any());

    private static InvalidDataException Partial() =>
        new("lists some reasons only, or certificates of other authorities. Name a complete list");
}
