using System.Numerics;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Memory;

namespace Analyzer.Engines.Pdf.Actions;

/// <summary>Follows references from the triggers on, and knows what leads to each object.</summary>
/// <remarks>
/// Of each object that is reached a few bits are kept: one for each trigger, and whether it is reached as a dictionary of events (ISO
/// 32000-2, 12.6.3), of a field or of something else. An object is looked at again when it gets a further bit, so at most eight times.
/// </remarks>
internal sealed class Reach
{
    private const int EventsOfField = 1 << Triggers.Count;
    private const int EventsOfOther = EventsOfField << 1;
    private const int ByTriggers = EventsOfField - 1;
    private const int WithoutClick = ByTriggers & ~((1 << (int)Trigger.Field) - 1);
    private const int AsEvents = EventsOfField | EventsOfOther;

    private readonly Dictionary<int, int> _reached = [];
    private readonly Queue<int> _queue = new();

    /// <param name="references">They are sorted.</param>
    /// <param name="objects">The kinds of all objects that are remembered.</param>
    /// <returns>Where targets are named that need no click and are not in the file, or were not remembered.</returns>
    public PlaceList Follow(Span<ActionReference> references, IntTable objects)
    {
        var unseen = new PlaceList();
        if (!HasRoots(references))
        {
            return unseen;
        }

        references.Sort();
        foreach (ref var reference in references)
        {
            if (RootBits(reference, objects) is not 0 and var bits)
            {
                Mark(reference.Target, bits);
            }
        }

        while (_queue.TryDequeue(out var source))
        {
            var bits = _reached[source];
            for (var i = FirstOf(references, source); i < references.Length && references[i].Source == source; i++)
            {
                Mark(references[i].Target, BitsOver(references[i].Way, bits));
            }
        }

        if (_reached.Count > 0)
        {
            FindUnseen(references, objects, unseen);
        }

        return unseen;
    }

    /// <param name="kinds">Those of the object that is the source.</param>
    public Trigger TriggerOf(Origin origin, ActionKinds kinds)
    {
        var bits = origin.Way switch
        {
            Way.OwnCloseOrField => BitOf(IsField(kinds) ? Trigger.Field : Trigger.Close),
            _ => BitsOver(origin.Way, _reached.GetValueOrDefault(origin.Source)),
        };
        bits &= ByTriggers;
        return bits == 0 ? Trigger.None : (Trigger)BitOperations.Log2((uint)bits);
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        _reached.Clear();
        _queue.Clear();
    }

    private static int BitOf(Trigger trigger) => 1 << (int)trigger;

    // With a field and something else in one object it is not certain whose events they are: then the worse counts.
    private static bool IsField(ActionKinds kinds) =>
        (kinds & (ActionKinds.FieldEvents | ActionKinds.OtherEvents)) == ActionKinds.FieldEvents;

    // Most references lead from one item of an outline to the next.
    private static bool HasRoots(ReadOnlySpan<ActionReference> references)
    {
        foreach (ref readonly var reference in references)
        {
            if (reference.Source < 0 || reference.Way is Way.Events or Way.OwnCloseOrField)
            {
                return true;
            }
        }

        return false;
    }

    private static int RootBits(in ActionReference reference, IntTable objects)
    {
        if (reference.Source < 0)
        {
            return BitOf(Triggers.OfSource(reference.Source)) & ~BitOf(Trigger.None);
        }

        if (reference.Way is not (Way.Events or Way.OwnCloseOrField))
        {
            return 0;
        }

        objects.TryGet(reference.Source, out var kinds);
        var isField = IsField((ActionKinds)kinds);
        return reference.Way == Way.Events ? isField ? EventsOfField : EventsOfOther : BitOf(isField ? Trigger.Field : Trigger.Close);
    }

    private static int BitsOver(Way way, int bits)
    {
        var isEvents = (bits & AsEvents) != 0;
        return (bits & ByTriggers) | way switch
        {
            Way.Click when isEvents => BitOf(Trigger.Click),
            Way.Field when isEvents => BitOf(Trigger.Field),
            Way.Close when isEvents => BitOf(Trigger.Close),
            Way.Page when isEvents => BitOf(Trigger.Page),
            Way.CloseOrField => ((bits & EventsOfField) != 0 ? BitOf(Trigger.Field) : 0)
                | ((bits & EventsOfOther) != 0 ? BitOf(Trigger.Close) : 0),
            _ => 0,
        };
    }

    /// <summary>Where the references of a source begin, which are sorted.</summary>
    public static int FirstOf(ReadOnlySpan<ActionReference> references, int source)
    {
        var found = references.BinarySearch(new ActionReference(source, int.MinValue, default, false, default));
        return found < 0 ? ~found : found;
    }

    private void Mark(int target, int bits)
    {
        var known = _reached.GetValueOrDefault(target);
        if ((known | bits) != known)
        {
            _reached[target] = known | bits;
            _queue.Enqueue(target);
        }
    }

    private void FindUnseen(ReadOnlySpan<ActionReference> references, IntTable objects, PlaceList unseen)
    {
        var told = new HashSet<int>();
        foreach (ref readonly var reference in references)
        {
            var bits = RootBits(reference, objects) | BitsOver(reference.Way, _reached.GetValueOrDefault(reference.Source));
            if (reference.IsScript || (bits & (WithoutClick | AsEvents)) == 0)
            {
                continue;
            }

            var isKnown = objects.TryGet(reference.Target, out var seen);
            var kinds = (ActionKinds)seen;
            var isHidden = (bits & AsEvents) != 0 && (kinds & (ActionKinds.NoEvents | ActionKinds.Stream)) == ActionKinds.NoEvents;
            if ((!isKnown || isHidden || (kinds & ActionKinds.Forgotten) != 0) && told.Add(reference.Target))
            {
                unseen.Add(reference.Place);
            }
        }
    }
}

/// <summary>A source names an object.</summary>
internal readonly record struct ActionReference(int Source, int Target, Way Way, bool IsScript, ObjectPlace Place)
    : IComparable<ActionReference>
{
    public int CompareTo(ActionReference other) =>
        (Source, Target, Place.Offset).CompareTo((other.Source, other.Target, other.Place.Offset));
}
